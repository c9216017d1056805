mod codec;
mod edges;
mod properties;
mod traces;
