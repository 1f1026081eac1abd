import type { FastifyInstance } from 'fastify';
import { labelsPdfRoute } from '#contract/labels.ts';
import { servePdf } from '#server/http/serve/serve-pdf.ts';
import { drawLabelSheet } from './label-pdf.ts';

/** Labels: their pages as PDF. Rule: labels/pdf. */
export function registerLabels(app: FastifyInstance): void {
  servePdf(app, labelsPdfRoute, async ({ body }) => ({ name: 'labels', draw: () => drawLabelSheet(body) }));
}
