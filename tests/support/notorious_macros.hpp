// SPDX-License-Identifier: BSL-1.0
// Names that other headers turn into macros and that a program may have seen before ours: the C library's (I, major, minor, NBBY, ECHO, B0
// …) and the capitalised ones of X11. Names that a macro takes away from every C++ program, such as min with two arguments, are not here.
#pragma once

#include <complex.h>  // I, in the GNU dialects
#include <signal.h>
#include <sys/param.h>
#include <sys/sysmacros.h>
#include <termios.h>

#define Always 2
#define Bool int
#define Complex 0
#define False 0
#define None 0L
#define Status int
#define Success 0
#define True 1
