import { api, take } from './api.ts';

interface ProjectNames {
  id: number;
  shortname: string;
}

/** Address of the page where the work of a project begins: its board, else its backlog, else its overview. */
export async function findProjectStart({ id, shortname }: ProjectNames): Promise<string> {
  const params = { path: { id } };
  const [[board], [planning]] = await Promise.all([
    take(api.GET('/projects/{id}/kanban', { params })),
    take(api.GET('/projects/{id}/plannings', { params })),
  ]);
  if (board !== undefined) return `/kanban/${board.id}`;
  const overview = `/projects/${encodeURIComponent(shortname)}`;
  return planning === undefined ? overview : `${overview}/backlog`;
}
