/* Short ways past functions of Python and of mypyc's runtime, for what happens most of the time.
 * Each falls back on the function that it stands for.
 *
 * - A list with room to spare takes one more thing without a call. A full one gets more room than Python
 *   gives it, so that lists of moves move less often while they grow.
 * - Items of lists and tuples are read and set without a call, where there is such a place.
 *   So are things of what turns out to be a list or a tuple.
 * - Small numbers exist once. Those met before are kept at hand.
 * - Negative numbers are multiplied as numbers; the runtime multiplies them as objects.
 */
#if !defined(Py_GIL_DISABLED) && SIZEOF_VOID_P == 8

static bool short_growth(PyListObject *list, Py_ssize_t size) {
    Py_ssize_t room = size + (size >> 1) + 16;
    PyObject **moved = size < 1 << 20 ? PyMem_Realloc(list->ob_item, room * sizeof(PyObject *)) : NULL;
    if (moved == NULL) {
        return false;
    }
    list->ob_item = moved;
    list->allocated = room;
    return true;
}

static inline int short_append(PyObject *list, PyObject *thing) {
    PyListObject *known = (PyListObject *)list;
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (unlikely(size >= known->allocated) && !short_growth(known, size)) {
        return PyList_Append(list, thing);
    }
    Py_INCREF(thing);
    known->ob_item[size] = thing;
    Py_SET_SIZE((PyVarObject *)list, size + 1);
    return 0;
}
#define PyList_Append short_append

/* Whether a tagged number is a place in the list: short, not negative, not beyond the end. */
static inline bool short_place(PyObject *list, CPyTagged index) {
    return likely(!(index & CPY_INT_TAG) && index >> 1 < (size_t)PyList_GET_SIZE(list));
}

static inline PyObject *short_item(PyObject *list, CPyTagged index) {
    if (short_place(list, index)) {
        PyObject *thing = PyList_GET_ITEM(list, index >> 1);
        Py_INCREF(thing);
        return thing;
    }
    return CPyList_GetItem(list, index);
}
#define CPyList_GetItem short_item

static inline PyObject *short_borrowed_item(PyObject *list, CPyTagged index) {
    return short_place(list, index) ? PyList_GET_ITEM(list, index >> 1)
                                    : CPyList_GetItemBorrow(list, index);
}
#define CPyList_GetItemBorrow short_borrowed_item

static inline bool short_set_item(PyObject *list, CPyTagged index, PyObject *thing) {
    if (short_place(list, index)) {
        PyObject *before = PyList_GET_ITEM(list, index >> 1);
        PyList_SET_ITEM(list, index >> 1, thing);
        Py_DECREF(before);
        return true;
    }
    return CPyList_SetItem(list, index, thing);
}
#define CPyList_SetItem short_set_item

static inline PyObject *short_tuple_item(PyObject *tuple, CPyTagged index) {
    if (likely(!(index & CPY_INT_TAG) && index >> 1 < (size_t)PyTuple_GET_SIZE(tuple))) {
        PyObject *thing = PyTuple_GET_ITEM(tuple, index >> 1);
        Py_INCREF(thing);
        return thing;
    }
    return CPySequenceTuple_GetItem(tuple, index);
}
#define CPySequenceTuple_GetItem short_tuple_item

/* A thing of what may be a list or a tuple. */
static inline PyObject *short_thing(PyObject *things, PyObject *place) {
    if (PyLong_CheckExact(place) && (PyList_CheckExact(things) || PyTuple_CheckExact(things))) {
        CPyTagged index = CPyTagged_FromObject(place);
        if (likely(!(index & CPY_INT_TAG))) {
            return PyTuple_CheckExact(things) ? CPySequenceTuple_GetItem(things, index)
                                              : short_item(things, index);
        }
        CPyTagged_DECREF(index);
    }
    return PyObject_GetItem(things, place);
}
#define PyObject_GetItem short_thing

#define SMALL_NUMBERS 257 /* Python has one object for each of them */
static PyObject *small_numbers[SMALL_NUMBERS];

static inline PyObject *short_number(CPyTagged number) {
    if (likely(!(number & CPY_INT_TAG) && number >> 1 < SMALL_NUMBERS)) {
        PyObject *known = small_numbers[number >> 1];
        if (unlikely(known == NULL)) {
            known = small_numbers[number >> 1] = CPyTagged_StealAsObject(number);
        }
        Py_INCREF(known);
        return known;
    }
    return CPyTagged_StealAsObject(number);
}
#define CPyTagged_StealAsObject short_number

static inline CPyTagged short_product(CPyTagged one, CPyTagged other) {
    if (likely(!((one | other) & CPY_INT_TAG))) {
        Py_ssize_t a = (Py_ssize_t)one >> 1, b = (Py_ssize_t)other >> 1;
        if (likely(a == (int32_t)a && b == (int32_t)b)) {
            Py_ssize_t product = a * b;
            if (likely(!CPyTagged_TooBig(product))) {
                return (CPyTagged)product << 1;
            }
        }
    }
    return CPyTagged_Multiply(one, other);
}
#define CPyTagged_Multiply short_product

#endif
