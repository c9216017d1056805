# Calls the R package urltools on the code points of a name.
suppressWarnings(library(urltools, quietly = TRUE))
words <- commandArgs(trailingOnly = TRUE)
apply <- if (words[1] == "to-ascii") puny_encode else puny_decode
# Its answer may hold the end of an earlier one.
earlier <- puny_decode("xn--an-earlier-name-that-is-longer-kva")
made <- tryCatch(enc2utf8(apply(intToUtf8(strtoi(words[-1], 16L)))), error = function(e) NULL, warning = function(w) NULL)
if (is.null(made) || is.na(made)) quit(status = 1)
points <- utf8ToInt(made)
if (anyNA(points)) quit(status = 70)
cat(sprintf("%X", points))
