// `tepal logrotate-conf`: for those who rotate all logs of a machine in one place.
import { resolve } from 'node:path';
import { logFileOf } from '../app.ts';
import { loadSettings, resolveSettings } from '../settings/index.ts';
import { defineCommand, print, warn } from '../platform/command-line/command.ts';

const conf = (path: string): string => `# Printed by "tepal logrotate-conf"; goes to /etc/logrotate.d/tepal.
"${path}" {
    weekly
    rotate 4
    nodateext
    nocompress
    missingok
    notifempty
    create
    sharedscripts
    postrotate
        systemctl reload tepal.service || true
    endscript
}`;

export const logrotateConfCommand = defineCommand({
  name: 'logrotate-conf',
  operands: [],
  flags: {},
  summary: 'Print a logrotate configuration, to rotate the log file instead of tepal serve',
  async run({ folder, io }) {
    const settings = resolveSettings(loadSettings({ dataDir: folder }), []);
    const path = logFileOf(folder, settings);
    print(io, conf(path ?? resolve(folder, 'log/tepal.log')));
    if (path === undefined) warn(io, 'tepal: warning: log_file is empty; set it to log/tepal.log');
    if (settings.log_rotation !== 'none') warn(io, 'tepal: warning: set log_rotation to none, otherwise both rotate');
  },
});
