// node furnish.ts ROOT: the package into the container's root, and what the boot needs; the rest of the installation is
// done inside, with the commands of docs/operations.md.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../package/install-package.ts';

const [root = '/nowhere'] = process.argv.slice(2);
const units = join(root, 'etc/systemd/system');
installPackage(join(root, 'usr/local/lib/node_modules'), join(root, 'usr/local/bin'));
mkdirSync(join(root, 'opt/project'), { recursive: true });
mkdirSync(units, { recursive: true });
for (const unit of ['fake-paperless.service', 'guest-tests.service', 'guest.target'])
  cpSync(join(import.meta.dirname, 'guest', unit), join(units, unit));
mkdirSync(join(root, 'etc/systemd/system.conf.d'), { recursive: true });
writeFileSync(join(root, 'etc/systemd/system.conf.d/test.conf'), '[Manager]\nDefaultTimeoutStopSec=10s\n');
