// Writes web/platform/schema.d.ts, the types of contract/openapi.json, where the contract is newer.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { runToolAside } from './run.mjs';

const contract = join(root, 'contract', 'openapi.json');
const types = join(root, 'web', 'platform', 'schema.d.ts');

/** Throws with what the generator said where it fails. */
export async function writeWebTypes() {
  if (existsSync(types) && statSync(types).mtimeMs >= statSync(contract).mtimeMs) return;
  const generator = 'node_modules/openapi-typescript/bin/cli.js';
  const { status, output } = await runToolAside([
    '--import',
    './scripts/typescript-6.mjs',
    generator,
    contract,
    '-o',
    types,
  ]);
  if (status !== 0) throw new Error(output);
}
