// SPDX-License-Identifier: BSL-1.0
// First-class dimensions. <ravel/ravel.hpp> does not include this: what does not use names does not pay for them.
#pragma once

#include <ravel/named/any_named.hpp>
#include <ravel/named/any_verbs.hpp>
#include <ravel/named/assign.hpp>
#include <ravel/named/axes.hpp>
#include <ravel/named/bind.hpp>
#include <ravel/named/concat.hpp>
#include <ravel/named/dim.hpp>
#include <ravel/named/einsum.hpp>
#include <ravel/named/elementwise.hpp>
#include <ravel/named/extents.hpp>
#include <ravel/named/lazy_named.hpp>
#include <ravel/named/named.hpp>
#include <ravel/named/order.hpp>
#include <ravel/named/patterns.hpp>
#include <ravel/named/reduce.hpp>
#include <ravel/named/verbs.hpp>
#include <ravel/op.hpp>
#include <ravel/print/named.hpp>
