use acegate::implementation::Functions;

fn main() -> std::process::ExitCode {
    acegate::libtest::main(|| {
        Functions::new("mycodec", "1.0")
            .operation("punycode", "encode", mycodec::encode)
            .operation("punycode", "decode", mycodec::decode)
    })
}
