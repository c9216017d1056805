mod document;
mod properties;
mod requests;
mod vectors;
