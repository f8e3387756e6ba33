// The sample projects that come with Tepal, as archives to import.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moveToNow } from './sample-dates.ts';

export const sampleNames = ['scrum', 'kanban'] as const;
export type SampleName = (typeof sampleNames)[number];

/** What the projects in them are called there. */
export const sampleProjects: Readonly<Record<SampleName, { unixName: string; fullName: string; description: string }>> =
  {
    scrum: {
      unixName: 'meadow-scrum',
      fullName: 'Meadow: mobile banking app',
      description: 'An invented bank builds its app in two-week sprints',
    },
    kanban: {
      unixName: 'harbor-kanban',
      fullName: 'Harbor: requests to the marina office',
      description: 'A small marina keeps its repairs and errands on one board',
    },
  };

/** Copies the archive of a sample into the folder, without a repository; its last change has just been made. */
export async function copySampleArchive(name: SampleName, folder: string, nowMs: number): Promise<void> {
  await cp(fileURLToPath(new URL(`../../../../samples/${name}`, import.meta.url)), folder, { recursive: true });
  const project = join(folder, 'project.xml');
  await writeFile(project, moveToNow(await readFile(project, 'utf8'), nowMs));
}
