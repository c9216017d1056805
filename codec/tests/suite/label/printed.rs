//! Labels that draft-ietf-idn-amc-ace-m-00 prints in RACE and LACE, without prefix and without
//! a limit of length.

/// A text, its RACE payload and its LACE payload, with one misprint corrected.
pub(crate) const LABELS: &[(&str, &str, &str)] = &[
    // (A)
    (
        "\u{644}\u{64A}\u{647}\u{645}\u{627}\u{628}\u{62A}\u{643}\u{644}\u{645}\u{648}\
         \u{634}\u{639}\u{631}\u{628}\u{64A}\u{61F}",
        "azceur2fe4ucuq2eivediojrfbfb6",
        "cedeisshiutsqksdircuqnbzgeueuhy",
    ),
    // (B)
    (
        "\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}",
        "3bhnmtxmjy5e5qcojbha3c7ujywwlby",
        "azhnn3b2ybea2aml6qau4libmwdq",
    ),
    // (C)
    (
        "\u{4ED6}\u{5011}\u{7232}\u{4EC0}\u{9EBD}\u{4E0D}\u{8AAA}\u{4E2D}\u{6587}",
        "3bhnmuaroize5qe6xvha3cvkjywwlby",
        "75hnmuaroize5qe6xvha3cvkjywwlby",
    ),
    // (D)
    (
        "pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky",
        "ah7xb73s75xq373q75zp6377op7xig77n37wl73n75wp65p7o3762dp7mx7xh73l754q",
        "amaha4tpaeaq2biaobzg643uaearwbyanzsw23dvo3wqcainaqagk43lpe",
    ),
    // (E)
    (
        "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\
         \u{5DE}\u{5D3}\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
        "axon5vgu3xsotvoy3tin5u6r5dm53ywr5dm6u",
        "cyc5zxwu2to6j2ov3donbxwt2huntxpc2hunt2q",
    ),
    // (F)
    (
        "\u{92F}\u{939}\u{932}\u{94B}\u{917}\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}\
         \u{915}\u{94D}\u{92F}\u{94B}\u{902}\u{928}\u{939}\u{940}\u{902}\u{92C}\u{94B}\
         \u{932}\u{938}\u{915}\u{924}\u{947}\u{939}\u{948}\u{902}",
        "bextsmslc44t6kcnezabktjpjmbcqokaaiwewmrycuseookiai",
        "dyes6ojsjmltspzijuteafknf5fqekbziabcyszshaksirzzjaba",
    ),
    // (H)
    (
        "\u{C138}\u{ACC4}\u{C758}\u{BAA8}\u{B4E0}\u{C0AC}\u{B78C}\u{B4E4}\u{C774}\u{D55C}\
         \u{AD6D}\u{C5B4}\u{B97C}\u{C774}\u{D574}\u{D55C}\u{B2E4}\u{BA74}\u{C5BC}\u{B9C8}\
         \u{B098}\u{C88B}\u{C744}\u{AE4C}",
        "3datrlgey5mlvkfu4dakzn4mwtsmo5gvlsww3rnuxf6mo5gvotkvzmxexj2mlpfzzcyjrsely5ck4ta",
        "77atrlgey5mlvkfu4dakzn4mwtsmo5gvlsww3rnuxf6mo5gvotkvzmxexj2mlpfzzcyjrsely5ck4ta",
    ),
    // (I)
    (
        "\u{43F}\u{43E}\u{447}\u{435}\u{43C}\u{443}\u{436}\u{435}\u{43E}\u{43D}\u{438}\
         \u{43D}\u{435}\u{433}\u{43E}\u{432}\u{43E}\u{440}\u{44F}\u{442}\u{43F}\u{43E}\
         \u{440}\u{443}\u{441}\u{441}\u{43A}\u{438}",
        "aq7t4rzvhrbtmnj6hu4d2njthyzd4qcpii7t4qcdifatuoa",
        "dqcd6pshgu6egnrvhy6tqpjvgm7depsaj5bd6psainaucory",
    ),
    // (J)
    (
        "porqu\u{E9}nopuedensimplementehablarenespa\u{F1}ol",
        "abyg64troxuw433qovswizloonuw24dmmvwwk3tumvugcytmmfzgk3tfonygd4lpnq",
        "faaha33sof26s3tpob2wkzdfnzzws3lqnrsw2zloorswqylcnrqxezlomvzxayprn5wa",
    ),
    // (L)
    (
        "3\u{5E74}b\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}",
        "3aadgxtuabrh2rer2fiwwukioupq",
        "74adgxtuabrh2rer2fiwwukioupq",
    ),
    // (M)
    (
        "\u{5B89}\u{5BA4}\u{5948}\u{7F8E}\u{6075}-with-super-monkeys",
        "3bnysw5elfeh7dtaouac2adxabuqa5aanaac2adtab2qa4aamuaheabnabwqa3yanyagwadfab4qa4y",
        "ajnytjablfeac74oafqhkeyafv3ws5difvzxk4dfoiww233onnsxs4y",
    ),
    // (N)
    (
        "hello-another-way-\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}",
        "3aagqadfabwaa3aan4ac2adbabxaa3yaoqagqadfabzaaliao4agcadzaawtaxjqrqyf4memgbxfqndcia",
        "ciagqzlmnrxs2ylon52gqzlsfv3wc6jnauyf3dc6rrxacwbuafrea",
    ),
    // (O)
    (
        "\u{3072}\u{3068}\u{3064}\u{5C4B}\u{6839}\u{306E}\u{4E0B}2",
        "3ayhemdigbsfys3iheyg4tqlaaza",
        "74yhemdigbsfys3iheyg4tqlaaza",
    ),
    // (P)
    (
        "maji\u{3067}koi\u{3059}\u{308B}5\u{79D2}\u{524D}",
        "3aag2adbabvaa2jqm4agwadpabutawjqrmadk6oskjgq",
        "74ag2adbabvaa2jqm4agwadpabutawjqrmadk6oskjgq",
    ),
    // (Q)
    (
        "\u{30D1}\u{30D5}\u{30A3}\u{30FC}de\u{30EB}\u{30F3}\u{30D0}",
        "gdi5li7475sp6zpl6pia",
        "aqyndvnd7qbaazdfamyox46q",
    ),
    // (R)
    (
        "\u{305D}\u{306E}\u{30B9}\u{30D4}\u{30FC}\u{30C9}\u{3067}",
        "gbow5oou7tewo",
        "a4yf23vz2t6mszy",
    ),
    // (S)
    ("-> $1.00 <-", "aawt4ibegexdambahqwq", "bmac2praeqys4mbqea6c2"),
];
