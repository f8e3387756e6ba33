// Projects as they are stored, whoever may see them.
import { findProject, findProjectByName, listProjectsByIds, updateProject, deleteProject } from './projects.store.ts';
import { loadProjectRows } from './project-rows.store.ts';
import { lastSystemProjectId } from './projects.access.ts';
import { findOwnerId, saveOwner } from '../groups/owners.store.ts';
import { reserveProjectId, createProject } from './projects.service.ts';

export const projectRecords = {
  findProject,
  findProjectByName,
  listProjectsByIds,
  loadProjectRows,
  lastSystemProjectId,
  findOwnerId,
};

/** Changes of projects, without anything that judges them: who calls them knows that they may be made. */
export const projectWrites = { reserveProjectId, createProject, updateProject, deleteProject, saveOwner };
