#!/usr/bin/env node
// Starts the program of acegate for this system, and ends as it ended: a signal that ended it gives
// 128 and the number of the signal, as in a shell, so a killed run is never taken for a success.
'use strict';
const { spawn } = require('node:child_process');
const os = require('node:os');

function findProgram() {
  if (process.env.ACEGATE_BINARY) return process.env.ACEGATE_BINARY;
  const name = `@acegate/${process.platform}-${process.arch}`;
  const { optionalDependencies, version } = require('./package.json');
  if (!(name in optionalDependencies)) {
    fail(`there is no ${name}, but ${Object.keys(optionalDependencies).join(', ')}`);
  }
  try {
    return require.resolve(`${name}/acegate${process.platform === 'win32' ? '.exe' : ''}`);
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
// Windows has no such signals: closing a console ends all its programs.
if (process.platform !== 'win32') {
  for (const signal of ['SIGHUP', 'SIGTERM']) process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => fail(`${child.spawnfile}: ${error.message}`));
child.on('exit', (status, signal) => process.exit(status ?? 128 + os.constants.signals[signal]));
