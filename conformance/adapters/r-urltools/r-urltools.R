# The host names of the R package urltools, behind acegate's line protocol.
if (!suppressWarnings(require(urltools, quietly = TRUE))) {
  message("the R package urltools is not installed (Debian: r-cran-urltools)")
  quit(status = 2)
}
functions <- list("to-ascii" = puny_encode, "to-unicode" = puny_decode)

# A request is one object on one line, and its input is an array of integers, as the hello asks.
find <- function(name, pattern, line) {
  found <- regmatches(line, regexec(paste0("\"", name, "\":\"?", pattern), line, perl = TRUE))[[1]]
  if (length(found)) found[2] else ""
}

answer <- function(apply, points) {
  if (any(points > 0x10FFFF | points == 0 | (points >= 0xD800 & points < 0xE000))) {
    return("\"skip\":\"an R string holds no surrogates, no U+0000 and nothing above U+10FFFF\"")
  }
  if (!length(points)) return("\"skip\":\"it takes no empty name\"")
  made <- tryCatch(enc2utf8(apply(intToUtf8(points))), error = function(e) NULL, warning = function(w) NULL)
  if (is.null(made) || is.na(made)) return("\"error\":{}")
  result <- utf8ToInt(made)
  if (anyNA(result)) return("\"crash\":\"the result is not UTF-8\"")
  paste0("\"ok\":{\"u\":[", paste(format(result, scientific = FALSE, trim = TRUE), collapse = ","), "]}")
}

hello <- paste0("{\"type\":\"hello\",\"protocol\":1,\"values\":[\"u\"],\"implementation\":{\"name\":\"R urltools\",\"version\":\"",
  packageVersion("urltools"), "\",\"language\":\"R\",\"url\":\"https://cran.r-project.org/package=urltools\"},",
  "\"codecs\":{\"punycode\":{\"ops\":[\"to-ascii\",\"to-unicode\"],\"idna\":\"lenient\"}}}")
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  apply <- if (find("codec", "([a-z0-9-]*)", line) == "punycode") functions[[find("op", "([a-z-]*)", line)]]
  if (grepl("\"type\":\"hello\"", line, fixed = TRUE)) {
    cat(hello, "\n", sep = "")
  } else {
    points <- as.numeric(strsplit(find("u", "\\[([\\d,]*)\\]", line), ",")[[1]])
    rest <- if (is.null(apply)) "\"skip\":\"only of punycode, and not this\"" else answer(apply, points)
    cat("{\"id\":", find("id", "(\\d+)", line), ",", rest, "}\n", sep = "")
  }
  flush(stdout())
}
