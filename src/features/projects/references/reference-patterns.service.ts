// Keywords that lead elsewhere from the texts of a project.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { readAsAdmin, requireStillLiving } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { NewReferencePattern, ReferencePattern, ReferencePatternChange } from './reference-patterns.schema.ts';
import * as store from './reference-patterns.store.ts';
import { checkAddress } from '../../../platform/texts/addresses.ts';

type Shown = Static<typeof ReferencePattern>;

/**
 * Reading throws as Projects.read; changing as readAsAdmin, invalid for keywords that mean artifacts everywhere and for links
 * that browsers don't open, conflict for a keyword that the project has.
 */
export interface ReferencePatterns {
  list(viewer: Viewer, projectId: number): Promise<Shown[]>;
  /** Throws invalid for more than a project may have, too. */
  create(viewer: Viewer, projectId: number, wanted: Static<typeof NewReferencePattern>): Promise<Shown>;
  /** Throws notFound for one of another project, too. */
  change(viewer: Viewer, projectId: number, id: number, change: Static<typeof ReferencePatternChange>): Promise<Shown>;
  /** Texts that use the keyword stay as they are, without links. Throws as change. */
  remove(viewer: Viewer, projectId: number, id: number): Promise<void>;
}

/** Of a project: all are loaded with each tracker. */
export const patternsMax = 100;

const reserved = ['art', 'artifact', 'git', 'svn', 'cvs'];

const view = ({ id, keyword, description, link }: store.PatternRow): Shown => ({ id, keyword, description, link });

function check({ keyword, link }: { keyword?: string; link?: string }): void {
  if (keyword !== undefined && reserved.includes(keyword.toLowerCase()))
    throw invalid(says('reference.keyword')`"${keyword}" is a reserved keyword; choose another`, 'keyword');
  if (link !== undefined) checkAddress(link, 'link');
}

export function createReferencePatterns(deps: {
  database: Database;
  clock: Clock;
  projects: Projects;
}): ReferencePatterns {
  const { database, clock, projects } = deps;
  const save = async (
    viewer: Viewer,
    projectId: number,
    keyword: string,
    work: (tx: Writer) => Promise<store.PatternRow | undefined>,
  ): Promise<Shown> => {
    await readAsAdmin(projects, viewer, projectId);
    try {
      return await database.transact(async (tx) => {
        await requireStillLiving(tx, projectId);
        const row = await work(tx);
        if (row === undefined)
          throw notFound(says('reference.unknown')`this reference pattern does not exist in the project`);
        const details = { reference: row.keyword, link: row.link };
        await recordAudit(tx, clock, { kind: 'project-changed', by: actorOf(viewer), projectId, details });
        await bumpSiteVersion(tx);
        return view(row);
      });
    } catch (error) {
      throw isUniqueViolation(error)
        ? conflict(says('reference.taken')`the project already has the keyword "${keyword}"`, 'keyword')
        : error;
    }
  };
  return {
    async list(viewer, projectId) {
      await projects.read(viewer, projectId);
      return (await store.listReferencePatterns(database.read, projectId)).map(view);
    },
    create: (viewer, projectId, { keyword: written, description = '', link }) => {
      const keyword = written.toLowerCase();
      return save(viewer, projectId, keyword, async (tx) => {
        check({ keyword, link });
        if ((await store.listReferencePatterns(tx, projectId)).length >= patternsMax)
          throw invalid(
            says('reference.many')`a project can have at most ${patternsMax} reference patterns`,
            'keyword',
          );
        return store.insertPattern(tx, { project_id: projectId, keyword, description, link });
      });
    },
    change: (viewer, projectId, id, { keyword, ...others }) => {
      const columns = { ...others, ...(keyword === undefined ? {} : { keyword: keyword.toLowerCase() }) };
      return save(viewer, projectId, keyword ?? '', async (tx) => {
        check(columns);
        if (Object.keys(columns).length === 0)
          throw invalid(says('reference.change')`or description or link is required`, 'keyword');
        return store.updatePattern(tx, projectId, id, columns);
      });
    },
    async remove(viewer, projectId, id) {
      await save(viewer, projectId, '', (tx) => store.deletePattern(tx, projectId, id));
    },
  };
}
