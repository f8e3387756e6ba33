// Jobs that transitions start: a POST to the address that an administrator of the tracker gave, after the commit.
import { Type } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { createCircuitBreaker } from '../../../platform/concurrency/circuit-breaker.ts';
import type { Clock } from '../../../platform/clock.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { countOfSource, enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { hostOf, NoAnswerError, postJson } from '../../../platform/outgoing.ts';
import type { SiteService } from '../../site/index.ts';
import { listValues } from '../../trackers/index.ts';
import type { Definition, Transition } from '../../trackers/index.ts';

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

/** Jobs of a tracker that wait and run. */
const queuedMax = 500;
const retryAfterS = 60;

/** Throws rate-limited where the tracker would have more jobs than it may. */
async function requireRoom(tx: Writer, source: string, more: number): Promise<void> {
  if ((await countOfSource(tx, source, queuedMax)) + more <= queuedMax) return;
  throw rateLimited(
    says(
      'workflow.calls-waiting',
    )`${source} has ${queuedMax} pending workflow calls, which is the limit; nothing was changed, try again in a minute`,
    retryAfterS,
  );
}

/**
 * Asks for the jobs of a transition that an artifact made; they run once the transaction is durable. Throws rate-limited where
 * very many of the tracker wait, because a change whose job is left out would be half a change.
 */
export async function enqueueTransitionJobs(
  tx: Writer,
  tracker: Definition,
  transition: Transition | undefined,
  { artifactId, userId, nowMs }: { artifactId: number; userId: number; nowMs: number },
): Promise<void> {
  if (transition === undefined) return;
  const field = tracker.fieldById.get(tracker.workflow?.fieldId ?? 0);
  const value = field === undefined ? undefined : listValues.findValue(field, transition.toValueId);
  const parameters = {
    userId,
    projectId: tracker.project.id,
    trackerId: tracker.id,
    artifactId,
    triggerFieldValue: value?.label ?? '',
  };
  const owner = `project ${tracker.project.id}`;
  const source = `tracker ${tracker.id}`;
  const urls = transition.actions.flatMap((action) => (action.kind === 'run-job' ? [action.jobUrl] : []));
  if (urls.length > 0) await requireRoom(tx, source, urls.length);
  for (const url of urls)
    await enqueueJob(tx, transitionJob, { url, parameters }, { nowMs, share: { owner, source, target: hostOf(url) } });
}

/** Attempts of one call; after the last its job is given up. */
const attemptsMax = 5;

/**
 * The other side may get a call twice, when this server ends between the answer and its note of it. A receiver that gives a project
 * no answer several times in a row is not called for a minute: each job fails at once then, which is one of its attempts.
 */
export function transitionJobHandler(site: SiteService, clock: Clock): JobHandler {
  const circuits = createCircuitBreaker({ clock, isFailure: (error) => error instanceof NoAnswerError });
  return handleJob(
    transitionJob,
    async ({ url, parameters }, attempt) => {
      const { settings } = await site.current();
      const isPrivateAllowed = settings.outgoing_private_addresses;
      const call = (): Promise<void> => postJson(url, parameters, { isPrivateAllowed, signal: attempt.signal });
      await circuits.run(`${parameters.projectId} ${new URL(url).origin}`, call);
    },
    attemptsMax,
  );
}
