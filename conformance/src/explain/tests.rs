//! The steps are those that the documents print.

use acegate_codec::{ErrorKind, Parameter, codec, codecs};

use super::*;

fn steps(id: &str, decode: bool, input: &str) -> Vec<Step> {
    steps_of(id, if decode { "decode" } else { "encode" }, input)
}

fn steps_of(id: &str, op: &str, input: &str) -> Vec<Step> {
    let codec = codec(id).expect("a codec");
    explain(codec, op, &Parameters::new(), &Value::from(input)).expect("it has steps").steps()
}

fn step(steps: &[Step], name: &str) -> String {
    let found = steps.iter().find(|(it, _)| *it == name);
    found.unwrap_or_else(|| panic!("no {name} in {steps:?}")).1.clone()
}

fn all<'s>(steps: &'s [Step], name: &str) -> Vec<&'s str> {
    let found = steps.iter().filter(|(it, _)| *it == name);
    found.map(|(_, text)| text.as_str()).collect()
}

#[test]
fn the_octets_of_race_are_those_that_section_2_4_3_prints() {
    for (text, octets) in [
        ("\u{12d}\u{111}\u{14b}", "012d114b"),
        ("\u{12d}\u{e0}\u{14b}", "012dffe04b"),
        ("\u{1290}\u{12ff}\u{120c}", "1290ff990c"),
        ("\u{12d}\u{e0}\u{24d3}", "d8012d00e024d3"),
    ] {
        let encoding = steps("race", false, text);
        assert_eq!(step(&encoding, "octets"), octets);
        let written: String = units_of(&encoding, ": ", 1).concat();
        assert_eq!(written, octets[2..], "the steps give the octets");
        let label = step(&encoding, "label");
        let decoding = steps("race", true, &label);
        assert_eq!(step(&decoding, "octets"), octets);
        assert_eq!(step(&decoding, "text"), numbers(text.chars().map(u32::from)));
        let read: Vec<_> = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        assert_eq!(units_of(&decoding, ": ", 1), read);
    }
    // Section 2.5.3: the Base32 of 3A 27 0F 93.
    assert_eq!(step(&steps("race", true, "bq--hitq7ey"), "octets"), "3a270f93");
}

/// The part of each `unit` step at this place, without spaces and without the words after a comma.
fn units_of(steps: &[Step], mark: &str, place: usize) -> Vec<String> {
    let part = |text: &str| {
        let part = text.split(mark).nth(place).unwrap_or_default();
        part.split(',').next().unwrap_or_default().replace(' ', "")
    };
    all(steps, "unit").into_iter().map(part).collect()
}

#[test]
fn the_octets_of_lace_are_those_that_section_2_4_3_prints() {
    // Each run takes two octets more than it has units; each unit, two octets.
    for (text, octets, runs, lengths) in [
        (
            "\u{30e6}\u{30cb}\u{30b3}\u{30fc}\u{30c9}",
            "0530e6cbb3fcc9",
            1,
            "7 octets as runs against 10 ",
        ),
        ("\u{12f}\u{111}\u{149}\u{e5}", "03012f11490100e5", 2, "8 octets as runs against 8 "),
        ("\u{12f}\u{e0}\u{14b}", "ff012f00e0014b", 3, "9 octets as runs against 6 "),
    ] {
        let encoding = steps("lace", false, text);
        assert_eq!(step(&encoding, "octets"), octets);
        assert_eq!(all(&encoding, "run").len(), runs);
        let compared = step(&encoding, "lengths");
        assert!(compared.starts_with(lengths), "{compared}");
        let decoding = steps("lace", true, &step(&encoding, "label"));
        assert_eq!(step(&decoding, "octets"), octets);
        assert_eq!(step(&decoding, "text"), numbers(text.chars().map(u32::from)));
    }
    let runs = steps("lace", true, "lq--amas6ekjaeaok");
    assert_eq!(all(&runs, "run"), ["03 units of row 01: 2f1149", "01 units of row 00: e5"]);
}

#[test]
fn the_prefix_of_lace_is_that_of_the_draft() {
    // Two units of row 00 are the octets 02 00 FC E9.
    for (draft, label) in [(0, "bq--aiapz2i"), (1, "lq--aiapz2i")] {
        let parameters = Parameters::from([("draft".to_owned(), Parameter::Integer(draft))]);
        let codec = codec("lace").expect("a codec");
        let trace = explain(codec, "decode", &parameters, &Value::from(label)).expect("steps");
        let steps = trace.steps();
        assert_eq!(step(&steps, "octets"), "0200fce9");
        assert_eq!(step(&steps, "text"), "U+00FC U+00E9");
    }
}

#[test]
fn the_numbers_of_utf_5_are_those_of_the_examples() {
    // The draft prints M5E5 M72C OA9E for the three characters.
    let encoding = steps("utf5", false, "日本語");
    assert_eq!(
        all(&encoding, "number"),
        [
            "65E5: first digit M, so M5E5",
            "672C: first digit M, so M72C",
            "8A9E: first digit O, so OA9E"
        ]
    );
    let decoding = steps("utf5", true, "M5E5M72COA9E");
    assert_eq!(all(&decoding, "number"), ["M5E5: 65E5", "M72C: 672C", "OA9E: 8A9E"]);
}

#[test]
fn the_units_of_utf_6_are_those_of_the_examples() {
    // Section 3.1 prints this label for U+0645 U+0648 U+0642 U+0639; they are of row 06.
    let decoding = steps("utf6", true, "wq--ymk5k8k2j9");
    assert_eq!(step(&decoding, "header"), "ym: row 06");
    assert_eq!(units_of(&decoding, ", so ", 1), ["0645", "0648", "0642", "0639"]);
    assert_eq!(
        units_of(&steps("utf6", true, "wq--j05dj08cj05e"), ": ", 1),
        ["305D", "308C", "305E"]
    );
    // A nibble in common: 4E00 and 4F00 are E00 and F00 after it.
    let nibble = steps("utf6", true, "wq--zku00v00");
    assert_eq!(step(&nibble, "header"), "zk: upper nibble 4");
    assert_eq!(units_of(&nibble, ", so ", 1), ["4E00", "4F00"]);
}

/// The header has the bits that the digits lack, and both are the payload.
#[test]
fn the_mode_of_utf_6_has_its_reason() {
    for (text, mode) in [
        ("-\u{e9}", "no compression: fewer than two units besides hyphens"),
        ("--", "no compression: fewer than two units besides hyphens"),
        ("\u{645}-\u{648}", "\"y\", row 06: all 2 units besides hyphens are of row 06"),
        (
            "-\u{e9}\u{430}",
            "\"z\", upper nibble 0: rows differ (00 and 04 at units 1 and 2), but all 2 upper nibbles are 0",
        ),
        ("\u{1f600}a", "no compression: upper nibbles differ (D and 0 at units 0 and 2)"),
    ] {
        assert_eq!(step(&steps("utf6", false, text), "mode"), mode);
    }
    let suite = acegate_vectors::Suite::embedded().expect("the embedded suite is valid");
    let texts = suite.cases.iter().filter(|case| case.codec == "utf6" && case.ops[0] == "encode");
    let texts: Vec<_> = texts.filter_map(|case| case.input.to_scalar_string()).collect();
    assert!(texts.len() > 200, "{}", texts.len());
    for text in texts.into_iter().filter(|text| !text.is_empty()) {
        let steps = steps("utf6", false, &text);
        let digits = units_of(&steps, ": ", 1).concat();
        let whole = all(&steps, "header").concat() + &digits;
        assert_eq!(whole, step(&steps, "payload"), "{text:?}");
        let label = format!("{}{whole}", acegate_codec::utf6::PREFIX);
        assert_eq!(acegate_codec::utf6::encode_bare(&text), Ok(label), "{text:?}");
    }
}

#[test]
fn the_states_of_punycode_are_those_that_sections_7_2_and_7_3_print() {
    // Example (B): the digits, the number that they are, and the bias that it becomes.
    let printed = [
        ("ihq", 19853, 21),
        ("wc", 64, 20),
        ("rb", 37, 13),
        ("4c", 56, 17),
        ("v8a", 599, 32),
        ("8d", 130, 23),
        ("qg", 154, 25),
        ("056p", 46301, 84),
        ("qjye", 88531, 90),
    ];
    let decoding = steps("punycode", true, "ihqwcrb4cv8a8dqg056pqjye");
    let (deltas, biases) = (all(&decoding, "delta"), all(&decoding, "bias"));
    let encoding = steps("punycode", false, "他们为什么不说中文");
    let written = all(&encoding, "delta");
    assert_eq!((deltas.len(), biases.len(), written.len()), (9, 9, 9));
    assert_eq!(all(&encoding, "bias"), biases);
    let mut before = 72;
    for (index, (digits, delta, bias)) in printed.into_iter().enumerate() {
        assert!(deltas[index].starts_with(&format!("\"{digits}\" ")), "{}", deltas[index]);
        assert!(deltas[index].ends_with(&format!(" is {delta}")), "{}", deltas[index]);
        assert_eq!(biases[index], format!("{before}, then {bias}"));
        let begins = format!("{delta}, written \"{digits}\" ");
        assert!(written[index].starts_with(&begins), "{}", written[index]);
        before = bias;
    }
    // The procedure inserts in the order of the code points, so after each step those up to the
    // newest one keep their order.
    let text: Vec<_> = "他们为什么不说中文".chars().map(u32::from).collect();
    let mut sorted = text.clone();
    sorted.sort_unstable();
    let (texts, inserted) = (all(&decoding, "text"), all(&decoding, "insert"));
    assert_eq!((texts.len(), &inserted), (9, &all(&encoding, "insert")));
    for (index, newest) in sorted.into_iter().enumerate() {
        let sofar: Vec<_> = text.iter().copied().filter(|c| *c <= newest).collect();
        let place = sofar.iter().position(|c| *c == newest).expect("it is in the text");
        assert_eq!(texts[index], numbers(sofar));
        assert_eq!(inserted[index], format!("U+{newest:04X} at {place}"));
    }
}

#[test]
fn all_codecs_are_explained_both_ways() {
    for codec in codecs().iter().filter(|codec| codec.id() != "enum") {
        let text = if codec.id() == "uri2dec" { "alice@commandus.com" } else { "bücher" };
        let encoding = steps(codec.id(), false, text);
        let encoded =
            codec.apply("encode", &Parameters::new(), &Value::from(text)).expect("encodes");
        let encoded = encoded.as_text().expect("text").to_scalar_string().expect("scalars");
        let last = &encoding.last().expect("a step").1;
        assert!(last.contains(&encoded), "{}: {last}", codec.id());
        let decoding = steps(codec.id(), true, &encoded);
        assert!(decoding.len() >= 3, "{}: {decoding:?}", codec.id());
        let expected = match codec.id() {
            "uri2dec" => ("decoded", text.to_owned()),
            _ => ("text", numbers(text.chars().map(u32::from))),
        };
        assert_eq!(decoding.last(), Some(&expected), "{}", codec.id());
    }
}

#[test]
fn the_protocols_of_uri2dec_are_those_that_section_7_1_prints() {
    let assigned = steps_of("uri2dec", "assign", "Bob@Commandus.com");
    assert_eq!(step(&assigned, "address"), "bob@commandus.com");
    assert_eq!(step(&assigned, "assigned"), "sip:bob@commandus.com");
    let kept = steps_of("uri2dec", "assign", "mailto:bob@commandus.com");
    assert_eq!(step(&kept, "protocol"), "mailto, which the address has");
    assert_eq!(step(&kept, "assigned"), "mailto:bob@commandus.com");
}

#[test]
fn the_digits_of_enum_are_those_that_section_3_2_prints() {
    let domain = steps_of("enum", "to-domain", "+44-20-7946-0148");
    assert_eq!(step(&domain, "digits"), "4 4 2 0 7 9 4 6 0 1 4 8");
    assert_eq!(step(&domain, "labels"), "8.4.1.0.6.4.9.7.0.2.4.4");
    assert_eq!(step(&domain, "domain"), "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa");
    let number = steps_of("enum", "to-number", "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa.");
    assert_eq!(step(&number, "digits"), "4 4 2 0 7 9 4 6 0 1 4 8");
    assert_eq!(step(&number, "number"), "+442079460148");
    let wrong = steps_of("enum", "to-number", "4.44.e164.arpa");
    assert_eq!(step(&wrong, "labels"), "4");
    assert!(step(&wrong, "refused").starts_with("bad-length: "), "{wrong:?}");
}

#[test]
fn every_record_of_enum_is_shown_with_its_result() {
    let records = [
        "+4412",
        r#"200 1 "u" "E2U+sip" "!^.*$!sip:a@example.com!" ."#,
        r#"100 1 "u" "E2U+sip" "!^\\+44(.*)$!sip:\\1@example.com!" ."#,
        r#"100 1 "" "" "" example.com."#,
        r#"100 1 "u" "E2U+sip" "!5!sip:x!" ."#,
        r#"100 1 "z" "E2U+sip" "!5!sip:x!" ."#,
    ];
    let input = Value::List(records.iter().map(|text| Value::from(*text)).collect());
    let codec = codec("enum").expect("a codec");
    let trace = explain(codec, "rewrite", &Parameters::new(), &input).expect("it has steps");
    let steps = trace.steps();
    let expected = [
        "sip:a@example.com",
        "sip:12@example.com",
        "no URI: it leads to another domain",
        "no URI: the expression does not match the number",
        "no URI: flag: a flag that is not known",
    ];
    assert_eq!(all(&steps, "gives"), expected);
    // The escapes of master files are read: `\\` is one backslash.
    assert_eq!(all(&steps, "expression"), ["^.*$", r"^\+44(.*)$", "5", "5"]);
    assert_eq!(all(&steps, "groups"), [r#"\1 is "12""#]);
    let order =
        ["100, preference 1: record 2 counts", "200, preference 1: record 1 does not count"];
    assert_eq!(all(&steps, "order"), order);
    assert_eq!(steps.last(), Some(&("uri", "sip:12@example.com".to_owned())));
}

#[test]
fn a_record_of_another_enumservice_says_so() {
    let records = ["+4412", r#"1 1 "u" "E2U+email" "!(4)|(5)!mailto:\\1@example.com!" ."#];
    let input = Value::List(records.iter().map(|text| Value::from(*text)).collect());
    let parameters = Parameters::from([("service".to_owned(), Parameter::Text("sip".into()))]);
    let codec = codec("enum").expect("a codec");
    let steps = explain(codec, "rewrite", &parameters, &input).expect("it has steps").steps();
    assert_eq!(step(&steps, "service"), "sip");
    assert_eq!(step(&steps, "groups"), r#"\1 is "4", \2 has no match"#);
    assert_eq!(step(&steps, "gives"), "no URI: none of its Enumservices is the wanted one");
    assert!(step(&steps, "refused").starts_with("no-match: "), "{steps:?}");
}

#[test]
fn only_the_operations_with_steps_are_explained() {
    let codec = codec("uri2dec").expect("a codec");
    let failure = explain(codec, "escape", &Parameters::new(), &Value::from("a"));
    let says = "uri2dec shows the steps of hash, invert, key, encode, decode, parses, assign, \
                not of \"escape\"; `acegate apply` shows its result";
    assert_eq!(failure.err(), Some(Failure::unsupported(says)));
}

#[test]
fn the_labels_of_a_host_name_are_explained_one_by_one() {
    // RFC 3492, 7.1, has the codes of these labels.
    let host = steps_of("punycode", "to-ascii", "www.bücher.example");
    assert_eq!(all(&host, "label"), ["\"www\"", "\"bücher\"", "\"example\""]);
    assert_eq!(all(&host, "delta").len(), 1);
    assert_eq!(all(&host, "output"), ["\"bcher-kva\""]);
    assert_eq!(host.last(), Some(&("name", "www.xn--bcher-kva.example".to_owned())));
    let back = steps_of("punycode", "to-unicode", "www.XN--bcher-kva.example");
    assert_eq!(step(&back, "text"), numbers("bücher".chars().map(u32::from)));
    assert_eq!(back.last(), Some(&("name", "www.bücher.example".to_owned())));
    // An ASCII label that begins with the prefix is refused.
    let refused = steps_of("punycode", "to-ascii", "ü.xn--a");
    assert!(step(&refused, "refused").starts_with("bad-prefix: "), "{refused:?}");
}

#[test]
fn the_steps_of_a_host_name_write_every_label_of_the_suite() {
    let suite = acegate_vectors::Suite::embedded().expect("the embedded suite is valid");
    let (mut names, mut labels) = (0, 0);
    for check in suite.checks() {
        let request = crate::suite::request_for(&check);
        if !matches!(&*request.op, "to-ascii" | "to-unicode") {
            continue;
        }
        let codec = codec(&request.codec).expect("a codec of the suite");
        let answer = codec.apply(&request.op, &request.params, &request.input);
        let Ok(trace) = explain(codec, &request.op, &request.params, &request.input) else {
            assert!(answer.is_err(), "{}", check.name);
            continue;
        };
        let steps = trace.steps();
        names += 1;
        let Ok(answer) = answer else {
            assert_eq!(steps.last().map(|it| it.0), Some("refused"), "{}", check.name);
            continue;
        };
        let answer = answer.as_text().expect("text").to_scalar_string().expect("scalars");
        assert_eq!(steps.last(), Some(&("name", answer.clone())), "{}", check.name);
        if request.op == "to-ascii" {
            for code in all(&steps, "output").into_iter().chain(all(&steps, "written")) {
                let code = code.trim_matches('"').to_ascii_lowercase();
                assert!(answer.to_ascii_lowercase().contains(&code), "{}: {code}", check.name);
                labels += 1;
            }
        }
    }
    assert!(names > 500 && labels > 200, "{names} names, {labels} labels");
}

#[test]
fn the_parts_of_a_number_of_uri2dec_are_explained_up_to_them() {
    // The document's example of section 5: the hash of an address, its inversion, its key.
    for (op, last) in [("hash", "25423"), ("invert", "alice"), ("key", "1 5622")] {
        let shown = steps_of("uri2dec", op, "alice");
        assert_eq!(shown.last(), Some(&("result", last.to_owned())), "{shown:?}");
        assert_eq!(all(&shown, "number"), [""; 0]);
    }
    assert_eq!(step(&steps_of("uri2dec", "invert", "25423"), "result"), "25423");
    let read = steps_of("uri2dec", "parses", "2542315622999999");
    assert!(all(&read, "reading").iter().any(|it| it.ends_with(": alice")), "{read:?}");
}

#[test]
fn the_delimiter_of_bootstring_is_that_of_the_set() {
    let parameters = Parameters::from([("set".to_owned(), Parameter::Text("rust-v0".into()))]);
    let codec = codec("bootstring").expect("a codec");
    let trace = explain(codec, "encode", &parameters, &Value::from("bücher")).expect("steps");
    assert_eq!(step(&trace.steps(), "output"), "\"bcher_kva\"");
}

#[test]
fn a_refused_input_shows_the_steps_before_the_refusal() {
    for (id, code, kind, before) in [
        ("race", "bq--aew!", ErrorKind::NotLdh, ("base32", "aew!")),
        ("race", "bq--aewrcsyaa", ErrorKind::BadLength, ("base32", "aewrcsyaa")),
        // The octets 01 FF: the escape begins, and nothing follows.
        ("race", "bq--ah7q", ErrorKind::Truncated, ("unit", "ff: nothing follows")),
        (
            "lace",
            "lq--auyf3dc6rrxacwbuafref",
            ErrorKind::BadPadding,
            ("base32", "auyf3dc6rrxacwbuafref"),
        ),
        // The octets 03 01 2F: one of three units.
        ("lace", "lq--amas6", ErrorKind::BadCount, ("run", "03 units, which are not there: 012f")),
        ("utf5", "M5E5X", ErrorKind::BadDigit, ("number", "M5E5: 65E5")),
        ("utf6", "wq--ymk5k8-", ErrorKind::Hyphen, ("unit", "- is the hyphen")),
        ("utf6", "wq--yü", ErrorKind::NotLdh, ("input", "wq--yü")),
        (
            "punycode",
            "bcher-k!a",
            ErrorKind::BadDigit,
            ("delta", "\"k\" (digits 10≥1) and no further"),
        ),
        ("uri2dec", "25423 1 1562299999", ErrorKind::KeyLeadingZero, ("extension", "99999")),
    ] {
        let steps = steps(id, true, code);
        let [.., previous, (name, text)] = steps.as_slice() else { panic!("{steps:?}") };
        assert_eq!((*name, previous), ("refused", &(before.0, before.1.to_owned())), "{steps:?}");
        assert!(text.starts_with(&format!("{}: ", kind.code())), "{kind}: {text}");
    }
}
