// What somebody names who asks to join a project: the project, or a thing in it.
import type { Static } from 'typebox';
import type { Reader } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { listArtifactsByIds } from '../artifacts/index.ts';
import { projectRecords } from '../projects/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { trackerRecords } from '../trackers/index.ts';
import type { NewJoinRequest } from './join-requests.schema.ts';

type Wanted = Static<typeof NewJoinRequest>;
type Kind = Exclude<keyof Wanted, 'project' | 'message'>;

/** Tells in which project a thing of a later feature is, by its id; undefined where there is none. */
export interface ThingFinder {
  kind: Kind;
  findProjectId(db: Reader, id: number): Promise<number | undefined>;
}

const words: Readonly<Record<Kind, string>> = {
  artifact: 'art',
  tracker: 'tracker',
  kanban: 'kanban',
  repository: 'repository',
  pull_request: 'pull request',
};

const isKind = (key: string): key is Kind => Object.hasOwn(words, key);

const findThing = ({ project: _project, message: _message, ...things }: Wanted): { kind: Kind; id: number }[] =>
  Object.entries(things).flatMap(([kind, id]) => (isKind(kind) ? [{ kind, id }] : []));

/**
 * What is asked for in the words that it is kept and told in: the project's name in lower case, or such as `art #12`. Throws
 * invalid unless one thing is named.
 */
export function askedOf(wanted: Wanted): { asked: string; isThing: boolean } {
  const [thing, ...more] = findThing(wanted);
  const others = wanted.project === undefined ? more : [thing, ...more];
  const [second] = others;
  if (second !== undefined)
    throw invalid(says('join.one-thing')`use only one of the parameters: a project or an item in it`, second.kind);
  if (wanted.project !== undefined) return { asked: wanted.project.toLowerCase(), isThing: false };
  if (thing === undefined) throw invalid(says('join.thing')`is required, or an item in the project`, 'project');
  return { asked: `${words[thing.kind]} #${thing.id}`, isThing: true };
}

const ownFinders: readonly ThingFinder[] = [
  {
    kind: 'artifact',
    async findProjectId(db, id) {
      const [row] = await listArtifactsByIds(db, [id]);
      return row === undefined ? undefined : (await trackerRecords.findTracker(db, row.tracker_id))?.project_id;
    },
  },
  { kind: 'tracker', findProjectId: async (db, id) => (await trackerRecords.findTracker(db, id))?.project_id },
];

/** The project that is asked for, where it takes members; undefined where there is none. */
export async function findAsked(
  db: Reader,
  finders: ExtensionPoint<ThingFinder>,
  wanted: Wanted,
): Promise<ProjectRow | undefined> {
  const find = async (): Promise<ProjectRow | undefined> => {
    const { project } = wanted;
    if (project !== undefined)
      return (
        (await projectRecords.findProjectByName(db, project)) ??
        (/^\d{1,9}$/.test(project) ? projectRecords.findProject(db, Number(project)) : undefined)
      );
    const [thing] = findThing(wanted);
    const finder = [...ownFinders, ...finders.list()].find(({ kind }) => kind === thing?.kind);
    const id = thing === undefined ? undefined : await finder?.findProjectId(db, thing.id);
    return id === undefined ? undefined : projectRecords.findProject(db, id);
  };
  const found = await find();
  return found?.status === 'active' ? found : undefined;
}
