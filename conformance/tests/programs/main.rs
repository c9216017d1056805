//! acegate against programs: those that misbehave, those that are called once a request, and
//! itself.

mod doctor;
mod ends;
mod manners;
mod one_shot;
mod replies;
mod served;
mod starts;
mod support;
mod tree;
