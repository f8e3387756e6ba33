// The workflow of artifacts, as features ask that change artifacts by themselves or show where they may go.
import { mayTake } from './allowed-actions.ts';
import { workflowUserId } from './triggers.ts';
import { listOpenTransitions } from './workflow.ts';

export const artifactWorkflow = { mayTake, listOpenTransitions, workflowUserId };
