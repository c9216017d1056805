//! libFuzzer program for the target `prop_traces_tell_the_truth`.
#![no_main]

acegate_fuzz::program! {
    prop_traces_tell_the_truth up to 256,
        "The steps of an operation end in its result." => [
        Law traces_tell_the_truth {
            "bootstring": "encode", "decode"; "uri2dec": "encode";
            "enum": "rewrite"
        }
    ];
}
