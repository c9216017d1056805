//! libFuzzer program for the target `prop_enum_laws`.
#![no_main]

acegate_fuzz::program! {
    prop_enum_laws up to 512,
        "The URIs of a number depend neither on the place of a record nor on records that are wrong." => [
        Law records_keep_the_laws { "enum": "rewrite" }
    ];
}
