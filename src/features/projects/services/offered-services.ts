// What a project offers: which services are on, and rows of new ones.
import { serviceIcons } from './project-services.schema.ts';
import { isServiceOn, isServiceOff, beginService } from './project-services.service.ts';
import { listProjectsWithout } from './project-services.store.ts';
import { insertService, insertPlatformService } from '../projects/projects.store.ts';

export const projectServices = {
  serviceIcons,
  isServiceOn,
  isServiceOff,
  beginService,
  listProjectsWithout,
  insertService,
  insertPlatformService,
};
