// Jobs that transitions start: a POST to the address that an administrator of the tracker gave, after the commit.
import { Type } from 'typebox';
import type { Writer } from '../../platform/database/index.ts';
import { enqueueJob, handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import { postJson } from '../../platform/outgoing.ts';
import type { SiteService } from '../site/index.ts';
import { findValue } from '../trackers/index.ts';
import type { Definition, Transition } from '../trackers/index.ts';

/** Names of the origin's parameters, as jobs that were written for it read them. */
const Parameters = Type.Object({
  userId: Type.Integer(),
  projectId: Type.Integer(),
  trackerId: Type.Integer(),
  artifactId: Type.Integer(),
  triggerFieldValue: Type.String(),
});

const Payload = Type.Object({ url: Type.String(), parameters: Parameters });
const transitionJob: JobType<typeof Payload> = { name: 'transition-job', payload: Payload };

/** Asks for the jobs of a transition that an artifact made; they run once the transaction is durable. */
export async function enqueueTransitionJobs(
  tx: Writer,
  tracker: Definition,
  transition: Transition | undefined,
  { artifactId, userId, nowMs }: { artifactId: number; userId: number; nowMs: number },
): Promise<void> {
  if (transition === undefined) return;
  const field = tracker.fieldById.get(tracker.workflow?.fieldId ?? 0);
  const value = field === undefined ? undefined : findValue(field, transition.toValueId);
  const parameters = {
    userId,
    projectId: tracker.project.id,
    trackerId: tracker.id,
    artifactId,
    triggerFieldValue: value?.label ?? '',
  };
  for (const action of transition.actions) {
    if (action.kind === 'run-job') await enqueueJob(tx, transitionJob, { url: action.jobUrl, parameters }, { nowMs });
  }
}

const attemptsMax = 5;

/** The other side may get a call twice, when this server ends between the answer and its note of it. */
export const transitionJobHandler = (site: SiteService): JobHandler =>
  handleJob(
    transitionJob,
    async ({ url, parameters }, attempt) => {
      const { settings } = await site.current();
      const isPrivateAllowed = settings.outgoing_private_addresses;
      await postJson(url, parameters, { isPrivateAllowed, signal: attempt.signal });
    },
    attemptsMax,
  );
