mod cases;
mod properties;
mod requests;
mod traces;
