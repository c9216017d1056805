mod cases;
mod properties;
