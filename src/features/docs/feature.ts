// The documentation as a feature: its pages at /docs/.
import { docsFiles } from './docs-files.ts';

export const createDocsFeature = () => ({ parts: { files: docsFiles() } });
