mod codec;
mod edges;
mod properties;
mod samples;
mod traces;
