// What has to be before branches are merged: rules of repositories, and of projects for those that have none.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { isProjectAdmin, readAsAdmin, requireLivingProject, requireStillLiving } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { mayRead, noRepository } from '../../source-control/index.ts';
import type { CodeAccess, Repository } from '../../source-control/index.ts';
import { findPeople, readPeople } from '../people.ts';
import { viewPeople } from '../pull-requests.view.ts';
import { defaultConcerns, defaultRules } from './merge-rules.ts';
import type { MergeRules } from './merge-rules.ts';
import type { MergeRulesChange, MergeRulesView } from './merge-rules.schema.ts';
import { readRules } from './judging.ts';
import * as store from './merge-rules.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  code: CodeAccess;
  projects: Projects;
}

type Shown = Static<typeof MergeRulesView>;
type Change = Static<typeof MergeRulesChange>;

/** Of a project: throw as Projects.read; of a repository: notFound for who may not read it. Changes throw forbidden, and invalid for people who are not there. */
export interface MergeRulesService {
  showOfProject(viewer: Viewer, id: number): Promise<Shown>;
  showOfRepository(viewer: Viewer, id: number): Promise<Shown>;
  /** undefined: it has none of its own any more. */
  changeOfProject(viewer: Viewer, id: number, change: Change | undefined): Promise<void>;
  changeOfRepository(viewer: Viewer, id: number, change: Change | undefined): Promise<void>;
}

export function createMergeRules({ database, clock, code, projects }: Needs): MergeRulesService {
  const db = database.read;
  const show = async (viewer: Viewer, rules: MergeRules, isInherited: boolean): Promise<Shown> => {
    const people = await readPeople(db, rules.required_reviewers);
    return {
      ...rules,
      open_threads: rules.requires_resolved_threads ? 'refuse' : rules.open_threads,
      required_reviewers: viewPeople(viewer, people, rules.required_reviewers),
      is_inherited: isInherited,
    };
  };
  const readRepository = async (viewer: Viewer, id: number): Promise<Repository> => {
    const repository = await code.find(db, id);
    if (repository === undefined || !mayRead(viewer, repository)) throw noRepository();
    return repository;
  };
  const save = (
    viewer: Viewer,
    { projectId, details }: { projectId: number; details: Record<string, string | number> },
    write: (tx: Writer) => Promise<void>,
  ): Promise<void> =>
    database.transact(async (tx) => {
      await requireStillLiving(tx, projectId);
      await write(tx);
      await recordAudit(tx, clock, { kind: 'repository-changed', by: actorOf(viewer), projectId, details });
    });
  return {
    async showOfProject(viewer, id) {
      await projects.read(viewer, id);
      const own = await store.findRulesOfProject(db, id);
      return show(viewer, own ?? defaultRules, own === undefined);
    },
    async showOfRepository(viewer, id) {
      const repository = await readRepository(viewer, id);
      const own = await store.findRulesOfRepository(db, id);
      return show(viewer, own ?? (await readRules(db, repository)), own === undefined);
    },
    async changeOfProject(viewer, id, change) {
      await readAsAdmin(projects, viewer, id);
      const rules = await readChange(db, change);
      const details = { merge_rules: JSON.stringify(rules ?? 'those of all projects') };
      await save(viewer, { projectId: id, details }, (tx) => store.saveRulesOfProject(tx, id, rules));
    },
    async changeOfRepository(viewer, id, change) {
      const { project } = await readRepository(viewer, id);
      if (!isProjectAdmin(viewer, project.id))
        throw forbidden(says('pull.rules')`only project administrators can change the merge settings`);
      requireLivingProject(project);
      const rules = await readChange(db, change);
      const details = { git_repository: id, merge_rules: JSON.stringify(rules ?? 'those of the project') };
      await save(viewer, { projectId: project.id, details }, (tx) => store.saveRulesOfRepository(tx, id, rules));
    },
  };
}

async function readChange(db: Reader, change: Change | undefined): Promise<MergeRules | undefined> {
  if (change === undefined) return undefined;
  const {
    required_reviewers: references,
    requires_resolved_threads: areResolved,
    open_threads: threads,
    ...rules
  } = change;
  const people = await findPeople(db, references, 'required_reviewers');
  if (threads === 'refuse' && areResolved === false)
    throw invalid(
      says('pull.threads-twice')`is "refuse", but \`requires_resolved_threads\` is false; change both`,
      'open_threads',
    );
  const open = areResolved === true ? 'refuse' : (threads ?? defaultConcerns.open_threads);
  return {
    ...defaultConcerns,
    ...rules,
    open_threads: open,
    requires_resolved_threads: open === 'refuse',
    required_reviewers: [...new Set(people.map(({ id }) => id))],
  };
}
