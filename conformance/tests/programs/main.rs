//! acegate against programs: those that misbehave, those that are started once for each request, and
//! acegate itself.

mod doctor;
mod ends;
mod hunts;
mod manners;
mod one_shot;
mod replies;
mod served;
mod starts;
mod state;
mod support;
mod tree;
