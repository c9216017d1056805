#!/usr/bin/env node
// Starts the program of acegate for this processor, and ends as it ended: a signal that ended it gives
// 128 and the number of the signal, as in a shell, so a killed run is never taken for a success.
'use strict';
const { spawn } = require('node:child_process');
const os = require('node:os');

function findProgram() {
  if (process.env.ACEGATE_BINARY) return process.env.ACEGATE_BINARY;
  const name = `@acegate/${process.platform}-${process.arch}`;
  const { optionalDependencies, version } = require('./package.json');
  if (!(name in optionalDependencies)) {
    fail(`acegate runs on Linux with an x64 or arm64 processor, not on ${process.platform} ${process.arch}`);
  }
  try {
    return require.resolve(`${name}/acegate`);
  } catch {
    fail(`the package ${name} is missing, as after an installation on another system or with ` +
      `--omit=optional. Install it: npm install --save-dev ${name}@${version}`);
  }
}

function fail(message) {
  console.error(`acegate: ${message}`);
  process.exit(3);
}

const child = spawn(findProgram(), process.argv.slice(2), { stdio: 'inherit' });
// A terminal sends an interrupt to both, and a second one would end the program without its report.
process.on('SIGINT', () => {});
for (const signal of ['SIGHUP', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`${child.spawnfile}: ${error.message}`));
child.on('exit', (status, signal) => process.exit(status ?? 128 + os.constants.signals[signal]));
