// What a transition does beside setting fields.
import type { Writer } from '../../../platform/database/index.ts';
import type { Definition, Transition } from '../../trackers/index.ts';
import { enqueueTransitionJobs } from './transition-jobs.ts';

/** What other features do for transitions. */
export interface TransitionEffects {
  /** Puts the artifact into the backlog of its project: the planning feature knows. */
  addToTopBacklog(tx: Writer, artifactId: number): Promise<void>;
  /** Puts the artifact into the backlog of its program: the feature of programs knows. */
  addToProgramBacklog(tx: Writer, artifactId: number): Promise<void>;
}

/** Asks for the jobs of a transition that an artifact made, and puts the artifact into the backlog where it says so. */
export async function followTransition(
  effects: TransitionEffects,
  tx: Writer,
  tracker: Definition,
  transition: Transition | undefined,
  made: { artifactId: number; userId: number; nowMs: number },
): Promise<void> {
  await enqueueTransitionJobs(tx, tracker, transition, made);
  if (transition?.actions.some(({ kind }) => kind === 'add-to-top-backlog') === true)
    await effects.addToTopBacklog(tx, made.artifactId);
  if (transition?.actions.some(({ kind }) => kind === 'add-to-program-top-backlog') === true)
    await effects.addToProgramBacklog(tx, made.artifactId);
}
