// Programs that are told of what happens in the project.
import type { ReactNode } from 'react';
import { Webhooks } from '../../tracker-administration/index.ts';
import { useProject } from './project-administration.layout.tsx';

export const WebhooksPage = (): ReactNode => <Webhooks kind="projects" id={useProject().id} />;
