//! libFuzzer program for the target `harness_address_books`.
#![no_main]

acegate_fuzz::program! {
    #[cfg(feature = "harness")]
    harness_address_books up to 512,
        "A search in address books finds what was entered, once." => [
        Reader book_search {}
    ];
}
