// Projects that wait for approval: who asked for them, and what is decided.
import type { Static } from 'typebox';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { queueMail } from '../../../platform/mail/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import { isUsableAccount, listUsersByIds, viewMinimalUser } from '../../people/index.ts';
import { projectRecords, projectViews, requireManaging } from '../../projects/index.ts';
import type { Page, ProjectRow, Projects, Viewer } from '../../projects/index.ts';
import type { ProjectRequest, ProjectDecision } from './project-requests.schema.ts';
import { listPending } from './project-requests.store.ts';
import { composeDecisionMail } from './decision-mail.ts';

export interface ProjectRequests {
  /** Oldest first, those alone whose names or description have `words`. Throws forbidden for who may not decide. */
  list(
    viewer: Viewer,
    page: Page & { words?: string },
  ): Promise<{ requests: Static<typeof ProjectRequest>[]; size: number }>;
  /** Throws as ProjectChanges.decide, and invalid for a refusal without a reason. */
  decide(viewer: Viewer, id: number, decision: Static<typeof ProjectDecision>): Promise<void>;
}

export function createProjectRequests(deps: { database: Database; clock: Clock; projects: Projects }): ProjectRequests {
  const { database, clock, projects } = deps;
  return {
    async list(viewer, page) {
      requireManaging(viewer);
      const { rows, size } = await listPending(database.read, page);
      const baseUrl = publicUrl(viewer.site.settings);
      const ids = rows.flatMap(({ asker }) => (asker === null ? [] : [asker]));
      const people = new Map((await listUsersByIds(database.read, ids)).map((user) => [user.id, user]));
      const requests = rows.map(({ asker, ...project }) => {
        const user = asker === null ? undefined : people.get(asker);
        return {
          project: projectViews.viewMinimalProject(project),
          description: project.description,
          asked_by: user === undefined ? null : viewMinimalUser(user, baseUrl),
          asked_at: formatIso(project.created_at_ms),
        };
      });
      return { requests, size };
    },
    async decide(viewer, id, { is_approved: isApproved, reason: said = '' }) {
      const reason = said.trim();
      if (!isApproved && reason === '') throw invalid(says('body.required')`is required`, 'reason');
      await projects.decide(viewer, id, { isApproved, reason }, (tx, project) =>
        notifyRequester(tx, viewer, project, { isApproved, reason, nowMs: clock.nowMs() }),
      );
    },
  };
}

/** By mail, where the site sends any. */
async function notifyRequester(
  tx: Writer,
  viewer: Viewer,
  project: ProjectRow,
  { nowMs, ...decision }: { isApproved: boolean; reason: string; nowMs: number },
): Promise<void> {
  const { settings } = viewer.site;
  const askerId = await projectRecords.findOwnerId(tx, project.id);
  if (settings.mail_transport === 'none' || askerId === undefined) return;
  const [user] = (await listUsersByIds(tx, [askerId])).filter(isUsableAccount);
  if (user === undefined) return;
  const facts = { ...decision, label: project.full_name, url: `${publicUrl(settings)}/projects/${project.unix_name}` };
  await queueMail(tx, composeDecisionMail(facts, user.email, user.locale ?? settings.sys_lang), { nowMs });
}
