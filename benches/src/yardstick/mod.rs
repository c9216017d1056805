//! Other implementations of the key packing of uri2dec, as yardsticks: natural order, shifted profile,
//! local numbers, spaced.

mod bit_vector;
mod word;

pub use bit_vector::{decode as decode_with_bit_vector, encode as encode_with_bit_vector};
pub use word::{
    LONGEST, decode_into as decode_with_word_into, encode_into as encode_with_word_into,
    pack as pack_with_word, unpack as unpack_with_word,
};
