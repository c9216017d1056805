//! The worked steps of an encoding, as the documents print them.
