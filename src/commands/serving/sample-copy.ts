// Copies of samples, as if what they tell of had just happened.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daysToNow, moveToNow } from '../../features/archive/index.ts';
import { addSampleCode } from './sample-code.ts';

interface Sample {
  /** Of its archive in `samples`. */
  folder: string;
  /** The file in `samples/code` with its repository. */
  code: string | undefined;
}

/** What the page of a project says that has no repository for want of git. */
const withoutGit = 'Git 2.31 or later is not installed on this machine, so its repository is not here.';
const endOfText = '</long-description>';
const endOfServices = '</services>';
const gitService = '<service shortname="plugin_git" enabled="1"/>';

const sampleFile = (name: string): string => fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url));

/** A copy of the archive whose last change has just been made, in a folder of its own; where git is, with the repository. */
export function copySample({ folder, code }: Sample, nowMs: number, hasGit: boolean): string {
  const copy = mkdtempSync(join(tmpdir(), 'tepal-sample-'));
  cpSync(sampleFile(folder), copy, { recursive: true });
  const project = join(copy, 'project.xml');
  const archive = readFileSync(project, 'utf8');
  const moved = moveToNow(archive, nowMs);
  const reason =
    code === undefined
      ? moved
      : hasGit
        ? moved.replace(endOfServices, `${gitService}${endOfServices}`)
        : moved.replace(endOfText, ` ${withoutGit}${endOfText}`);
  writeFileSync(project, reason);
  if (code !== undefined && hasGit) addSampleCode(copy, sampleFile(`code/${code}`), daysToNow(archive, nowMs));
  return copy;
}
