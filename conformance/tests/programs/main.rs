//! acegate against programs: those that misbehave, those that are started once for each request, and
//! acegate itself.

#[cfg(unix)]
mod doctor;
#[cfg(unix)]
mod ends;
mod fault_tables;
mod faults;
mod hunts;
#[cfg(unix)]
mod one_shot;
#[path = "../run/mod.rs"]
mod run;
mod served;
mod support;
