//! The pointers and structures that C passes, and the slices made of them.
#![expect(unsafe_code, reason = "pointers of C are read and written")]

use std::ffi::{CStr, c_char, c_void};
use std::slice;

use acegate_codec::Value;

use crate::status;
use crate::values::{self, Form};

/// An input or an answer.
#[derive(Debug)]
#[repr(C)]
pub struct RawValue {
    form: i32,
    data: *const c_void,
    length: usize,
}

/// Room for a result.
#[derive(Debug)]
#[repr(C)]
pub struct RawBuffer {
    pub(crate) form: i32,
    data: *mut c_void,
    capacity: usize,
    pub(crate) length: usize,
    pub(crate) is_list: i32,
}

/// Why an operation gave no value.
#[derive(Debug, Default)]
#[repr(C)]
pub struct RawRefusal {
    pub(crate) kind: [u8; 32],
    pub(crate) position: usize,
}

/// Why an answer is wrong, or not judged.
#[derive(Debug)]
#[repr(C)]
pub struct RawReason {
    pub(crate) requirement: [u8; 32],
    pub(crate) text: [u8; 2016],
}

impl Default for RawReason {
    fn default() -> Self {
        Self {
            requirement: [0; 32],
            text: [0; 2016],
        }
    }
}

/// The arguments that an operation and its judgement have in common.
pub(crate) struct Call<'a> {
    pub(crate) codec: &'a str,
    pub(crate) operation: &'a str,
    pub(crate) settings: &'a str,
    pub(crate) input: Given<'a>,
}

impl Call<'_> {
    /// Reads the arguments; `None` if one is missing or no text.
    ///
    /// # Safety
    ///
    /// Each is null or what the header says, as long as the result is used.
    pub(crate) unsafe fn read(
        codec: *const c_char,
        operation: *const c_char,
        settings: *const c_char,
        input: *const RawValue,
    ) -> Option<Self> {
        // SAFETY: the caller says so.
        unsafe {
            Some(Self {
                codec: text(codec)?,
                operation: text(operation)?,
                settings: if settings.is_null() {
                    ""
                } else {
                    text(settings)?
                },
                input: Given::read(input)?,
            })
        }
    }
}

/// A value of the caller: its octets, whatever it is.
pub(crate) struct Given<'a> {
    /// `None` for one that the header does not have.
    form: Option<Form>,
    octets: &'a [u8],
}

impl Given<'_> {
    /// Reads a value; `None` if there is none. One whose data is null has no octets.
    ///
    /// # Safety
    ///
    /// The pointer is null or one of a value whose data has its length, as long as the result is used.
    pub(crate) unsafe fn read(value: *const RawValue) -> Option<Self> {
        // SAFETY: the caller says so.
        let value = unsafe { value.as_ref() }?;
        let form = Form::of_number(value.form);
        let unit = match form {
            Some(Form::CodePoints | Form::CodePointsList) => size_of::<u32>(),
            Some(Form::Utf8 | Form::Octets | Form::Utf8List) | None => 1,
        };
        let octets = if value.data.is_null() || value.length == 0 {
            &[][..]
        } else {
            // SAFETY: the caller says so, and no object has more octets than fit.
            unsafe {
                slice::from_raw_parts(value.data.cast::<u8>(), value.length.checked_mul(unit)?)
            }
        };
        Some(Self { form, octets })
    }

    /// The value; `None` if the octets do not have the form.
    pub(crate) fn read_value(&self) -> Option<Value> {
        match self.form? {
            Form::Utf8 => values::from_utf8(self.octets),
            Form::Utf8List => values::list_from_utf8(self.octets),
            Form::Octets => Some(Value::Octets(self.octets.to_vec())),
            Form::CodePoints => Some(Value::from_code_points(self.numbers())),
            Form::CodePointsList => values::list_from_code_points(&self.numbers()),
        }
    }

    /// The octets as numbers of the machine, which need not be aligned.
    fn numbers(&self) -> Vec<u32> {
        let (numbers, _) = self.octets.as_chunks::<4>();
        numbers.iter().copied().map(u32::from_ne_bytes).collect()
    }

    /// The index into what the caller passed, for a position in the value.
    pub(crate) fn position(&self, value: &Value, position: usize) -> usize {
        if self.form == Some(Form::Utf8) {
            values::utf8_offset(value, position)
        } else {
            position
        }
    }
}

impl RawBuffer {
    /// The buffer of a caller, without a result; `None` if there is none.
    ///
    /// # Safety
    ///
    /// The pointer is null, or of a structure that can be written by nobody else, as long as the result is used, and
    /// whose form, data and capacity are set.
    pub(crate) unsafe fn emptied<'a>(output: *mut Self) -> Option<&'a mut Self> {
        if output.is_null() {
            return None;
        }
        // The caller need not have set these, and Rust must not refer to what was never written.
        // SAFETY: the caller says so.
        unsafe {
            (&raw mut (*output).length).write(0);
            (&raw mut (*output).is_list).write(0);
            output.as_mut()
        }
    }

    pub(crate) fn write_octets(&mut self, octets: &[u8]) -> i32 {
        self.length = octets.len();
        // SAFETY: the caller of the function of C says that so many octets fit.
        let fits = unsafe { copy_out(octets, self.data.cast::<u8>(), self.capacity) };
        if fits { status::OK } else { status::TOO_SMALL }
    }

    pub(crate) fn write_code_points(&mut self, numbers: &[u32]) -> i32 {
        self.length = numbers.len();
        let octets: Vec<u8> = numbers.iter().flat_map(|it| it.to_ne_bytes()).collect();
        // No object is larger.
        let capacity = self.capacity.saturating_mul(size_of::<u32>());
        // SAFETY: the caller of the function of C says that so many code points fit.
        let fits = unsafe { copy_out(&octets, self.data.cast::<u8>(), capacity) };
        if fits { status::OK } else { status::TOO_SMALL }
    }
}

/// A structure that a function fills in; `None` if the caller does not want it.
///
/// # Safety
///
/// The pointer is null, or of a structure that can be written by nobody else, as long as the result is used.
pub(crate) unsafe fn filled<'a, T: Default>(structure: *mut T) -> Option<&'a mut T> {
    if structure.is_null() {
        return None;
    }
    // SAFETY: the caller says so.
    unsafe {
        structure.write(T::default());
        structure.as_mut()
    }
}

/// Copies octets to where the caller has room; `false` if they do not fit.
///
/// # Safety
///
/// The pointer is null, or so many octets can be written there.
pub(crate) unsafe fn copy_out(octets: &[u8], start: *mut u8, capacity: usize) -> bool {
    if octets.is_empty() {
        return true;
    }
    if start.is_null() || octets.len() > capacity {
        return false;
    }
    // SAFETY: the caller says so, and no slice of ours is in memory of the caller.
    unsafe { start.copy_from_nonoverlapping(octets.as_ptr(), octets.len()) };
    true
}

/// A text of C; `None` if there is none, or it is no UTF-8.
///
/// # Safety
///
/// The pointer is null or one of a text that ends with a NUL, as long as the result is used.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// Writes a text and a NUL, cut off before the first character that does not fit.
pub(crate) fn write_text(text: &str, room: &mut [u8]) {
    let Some(most) = room.len().checked_sub(1) else {
        return;
    };
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    room[..end].copy_from_slice(&text.as_bytes()[..end]);
    room[end] = 0;
}
