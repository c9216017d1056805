mod document;
mod escapes;
mod properties;
mod requests;
mod vectors;
