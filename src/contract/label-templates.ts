import { z } from 'zod';
import { TEMPLATES } from '#domain/labels/template.ts';
import { from } from './example.ts';
import { labelTemplate, toWireTemplate } from './labels.ts';
import { route } from './route.ts';
import { id, idParams, instant, locationId, success, versionText } from './wire.ts';

const TAGS = ['Labels'];
const PATH = '/api/labels/templates';
const EXAMPLE = { ...toWireTemplate(TEMPLATES[0]), template_name: 'Jar lids' };

/** Includes the colour and the font, which a request may leave out. */
const storedTemplate = z.object(labelTemplate.shape).meta({
  id: 'StoredLabelTemplate',
  description: 'Measures of labels on a page, in inches, as they are stored.',
});

const ownTemplate = z
  .object({
    id: z.int().meta({ description: 'Id of the template.', examples: [3] }),
    location_id: locationId,
    template: storedTemplate,
    version: z.int().describe('Grows with every change; send it back as `expected_version`.'),
    updated_at: instant.describe('Time of the last change.'),
  })
  .meta({ id: 'OwnLabelTemplate', description: 'A template that a location made itself.' });
export type OwnLabelTemplate = z.output<typeof ownTemplate>;

export const labelTemplatesRoute = route({
  name: 'labelTemplates',
  method: 'GET',
  path: PATH,
  access: 'see-stock',
  summary: 'Own label templates of the location',
  description: 'By name, without the built-in templates.',
  tags: TAGS,
  reply: success({ data: z.array(ownTemplate).describe('Templates.') }),
  refusals: ['location_required'],
});

export const createLabelTemplateRoute = route({
  name: 'createLabelTemplate',
  method: 'POST',
  path: PATH,
  access: 'edit-products',
  idempotency: 'required',
  summary: 'Make a label template',
  description:
    'Makes a template for the location of the caller. Measures that cannot be printed are refused with the reason.',
  tags: TAGS,
  status: 201,
  body: z.object({ template: labelTemplate }),
  reply: success({ data: ownTemplate }),
  refusals: ['location_required', 'not_valid', 'label_template_exists'],
  example: { body: { template: EXAMPLE } },
});

export const changeLabelTemplateRoute = route({
  name: 'changeLabelTemplate',
  method: 'PUT',
  path: `${PATH}/:id`,
  access: 'edit-products',
  summary: 'Change a label template',
  description: 'Replaces all of its measures. If the version is not the present one, nothing is saved.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    template: labelTemplate,
    expected_version: id.meta({ description: 'The version that the caller saw.', examples: [1] }),
  }),
  reply: success({ data: ownTemplate }),
  refusals: ['location_required', 'not_found', 'not_valid', 'changed_meanwhile', 'label_template_exists'],
  example: {
    after: 'labelTemplates',
    params: { id: from('/data/0/id', 3) },
    body: { template: { ...EXAMPLE, template_name: 'Jar lids, small' }, expected_version: 1 },
  },
});

export const deleteLabelTemplateRoute = route({
  name: 'deleteLabelTemplate',
  method: 'DELETE',
  path: `${PATH}/:id`,
  access: 'edit-products',
  summary: 'Delete a label template',
  description: 'Labels that were printed with it keep its name.',
  tags: TAGS,
  params: idParams,
  query: z.object({ expected_version: versionText }),
  reply: success({ id: z.int().describe('Id of the template.') }),
  refusals: ['location_required', 'not_found', 'changed_meanwhile'],
  example: { after: 'labelTemplates', params: { id: from('/data/0/id', 3) }, query: {} },
});
