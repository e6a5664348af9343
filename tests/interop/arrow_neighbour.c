/* SPDX-License-Identifier: BSL-1.0 */
/* A neighbour that knows nothing of Ravel and is compiled as C: it reads tables and streams by the text of Arrow's specification alone, and
   makes a column of its own. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  // Array type description
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;

  // Release callback
  void (*release)(struct ArrowSchema*);
  // Opaque producer-specific data
  void* private_data;
};

struct ArrowArray {
  // Array data description
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;

  // Release callback
  void (*release)(struct ArrowArray*);
  // Opaque producer-specific data
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  // Callbacks providing stream functionality
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);

  // Release callback
  void (*release)(struct ArrowArrayStream*);

  // Opaque producer-specific data
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

static int is_valid(const struct ArrowArray* a, int64_t i) {
  const uint8_t* bits = (const uint8_t*)a->buffers[0];
  return bits == NULL || (bits[(a->offset + i) / 8] >> ((a->offset + i) % 8) & 1);
}

/* The values that are there: numbers as they are, true as 1, words as their lengths, codes as what they stand for. */
static double sum_of(const struct ArrowSchema* s, const struct ArrowArray* a, int64_t start, int64_t rows) {
  double sum = 0;
  for (int64_t i = start; i < start + rows; ++i) {
    const int64_t at = a->offset + i;
    if (!is_valid(a, i)) continue;
    if (s->dictionary) {
      sum += sum_of(s->dictionary, a->dictionary, ((const int64_t*)a->buffers[1])[at], 1);
    } else if (!strcmp(s->format, "i")) {
      sum += ((const int32_t*)a->buffers[1])[at];
    } else if (!strcmp(s->format, "g")) {
      sum += ((const double*)a->buffers[1])[at];
    } else if (!strcmp(s->format, "b")) {
      sum += ((const uint8_t*)a->buffers[1])[at / 8] >> (at % 8) & 1;
    } else if (!strcmp(s->format, "u")) {
      const int32_t* ends = (const int32_t*)a->buffers[1];
      sum += ends[at + 1] - ends[at];
    } else if (!strncmp(s->format, "+w:", 3)) {
      const int64_t n = atoll(s->format + 3);
      sum += sum_of(s->children[0], a->children[0], at * n, n);
    }
  }
  return sum;
}

/* One sum for each column of a table that it is given, and lets go. -1 if it is no table. */
int64_t neighbour_sums(struct ArrowSchema* schema, struct ArrowArray* array, double* sums) {
  int64_t columns = -1;
  if (!strcmp(schema->format, "+s") && schema->n_children == array->n_children) {
    columns = schema->n_children;
    for (int64_t k = 0; k < columns; ++k) sums[k] = sum_of(schema->children[k], array->children[k], array->offset, array->length);
  }
  array->release(array);
  schema->release(schema);
  return columns;
}

/* The rows of a stream that it reads to its end, and lets go; the sum of the first column goes to *sum. If it fails, the errno with a
   minus. */
int64_t neighbour_reads(struct ArrowArrayStream* stream, double* sum) {
  struct ArrowSchema schema;
  int64_t rows = 0;
  int fault = stream->get_schema(stream, &schema);
  *sum = 0;
  if (fault == 0) {
    for (;;) {
      struct ArrowArray batch;
      fault = stream->get_next(stream, &batch);
      if (fault != 0 || batch.release == NULL) break;
      rows += batch.length;
      *sum += sum_of(schema.children[0], batch.children[0], batch.offset, batch.length);
      batch.release(&batch);
    }
    schema.release(&schema);
  }
  stream->release(stream);
  return fault == 0 ? rows : -fault;
}

static int blocks = 0;
int neighbour_blocks(void) { return blocks; }

static void* take(size_t size) {
  ++blocks;
  return malloc(size);
}
static void give(void* block) {
  --blocks;
  free(block);
}

static void release_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void release_array(struct ArrowArray* array) {
  give((void*)(uintptr_t)array->buffers[1]);
  give((void*)(uintptr_t)array->buffers[0]);
  give((void*)array->buffers);
  array->release = NULL;
}

/* first, first + 1, … as int64; those that 3 divides are missing. */
void neighbour_makes(struct ArrowSchema* schema, struct ArrowArray* array, int64_t first, int64_t n) {
  uint8_t* bits = take((size_t)n / 8 + 1);
  int64_t* values = take((size_t)(n + 1) * sizeof *values);
  const void** buffers = take(2 * sizeof *buffers);
  memset(bits, 0, (size_t)n / 8 + 1);
  for (int64_t i = 0; i < n; ++i) {
    values[i] = first + i;
    if (values[i] % 3 != 0) bits[i / 8] |= (uint8_t)(1u << (i % 8));
  }
  buffers[0] = bits;
  buffers[1] = values;
  memset(schema, 0, sizeof *schema);
  schema->format = "l";
  schema->name = "made in C";
  schema->flags = ARROW_FLAG_NULLABLE;
  schema->release = release_schema;
  memset(array, 0, sizeof *array);
  array->length = n;
  array->null_count = -1;
  array->n_buffers = 2;
  array->buffers = buffers;
  array->release = release_array;
}
