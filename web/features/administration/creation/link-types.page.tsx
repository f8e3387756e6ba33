// Which types links between artifacts may have on the whole site.
import type { ReactNode } from 'react';
import { LinkTypes } from '../../tracker-administration/index.ts';

export const LinkTypesPage = (): ReactNode => <LinkTypes place={{ kind: 'site' }} />;
