import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, DEFAULT_THEME } from '#domain/menu/menu-config.ts';
import { readAddress, saysWhat, withLayoutOf, withThemeOf } from './address.ts';

describe('the address of a display', () => {
  it('says what a single menu shows', () => {
    const { parameters, problems } = readAddress(
      '?location_id=20&tv_number=3&orientation=vertical&category=flower&viewMode=card&priceLocation=header&showImages=true',
    );
    expect([problems, parameters.location_id, parameters.tv_number, saysWhat(parameters)]).toEqual([[], 20, 3, true]);
    const { orientation, isDualMenu, singleMenu } = withLayoutOf(parameters, DEFAULT_LAYOUT);
    expect([orientation, isDualMenu]).toEqual(['vertical', false]);
    expect(singleMenu).toEqual({ category: 'flower', viewMode: 'card', priceLocation: 'header', showImages: true });
  });

  it('says what two sides show, stacked or not', () => {
    const { parameters } = readAddress(
      '?dual=true&leftCategory=flower&leftImages=true&rightCategory=26&rightViewMode=table&leftCategory2=edible&enableLeftStacking=true',
    );
    const { isDualMenu, dualMenu } = withLayoutOf(parameters, DEFAULT_LAYOUT);
    expect(isDualMenu).toBe(true);
    expect([dualMenu.left.category, dualMenu.left.showImages]).toEqual(['flower', true]);
    expect([dualMenu.right.category, dualMenu.right.viewMode, dualMenu.right.showImages]).toEqual([
      '26',
      'table',
      false,
    ]);
    expect([dualMenu.leftBottom.category, dualMenu.enableLeftStacking, dualMenu.enableRightStacking]).toEqual([
      'edible',
      true,
      false,
    ]);
  });

  it('says what is done with sold-out products, how long pages stand, and which columns there are', () => {
    const { parameters, problems } = readAddress(
      '?category=25&soldOut=end&pageSeconds=30&columns=25:name,thca_percentage;edible:name',
    );
    expect(problems).toEqual([]);
    expect(withLayoutOf(parameters, DEFAULT_LAYOUT)).toMatchObject({
      soldOut: 'end',
      pageSeconds: 30,
      categoryColumnConfigs: { '25': ['name', 'thca_percentage'], edible: ['name'] },
    });
    const bad = readAddress('?category=25&pageSeconds=1&columns=%3Cscript%3E');
    expect(bad.problems).toHaveLength(2);
    expect(withLayoutOf(bad.parameters, DEFAULT_LAYOUT)).toMatchObject({ pageSeconds: 12, categoryColumnConfigs: {} });
  });

  it('takes colours with or without #, and fonts in any case', () => {
    const { parameters, problems } = readAddress('?backgroundColor=%23123&fontColor=ABCDEF&titleFont=dm%20sans');
    expect(problems).toEqual([]);
    const theme = withThemeOf(parameters, DEFAULT_THEME);
    expect([theme.backgroundColor, theme.fontColor, theme.titleFont, theme.cardFont]).toEqual([
      '#112233',
      '#abcdef',
      'DM Sans',
      'Tiempos',
    ]);
  });

  it('keeps the usual for what cannot be used, and tells each of it', () => {
    const { parameters, problems } = readAddress(
      '?location_id=twenty&viewMode=poster&backgroundColor=url(x)&titleFont=Comic&showImages=perhaps&dual=true&fontColor=&more=1',
    );
    expect(problems).toHaveLength(6);
    expect(problems[0]).toBe('The address says more, which no screen knows.');
    expect(problems.join(' ')).toContain('backgroundColor=url(x)');
    expect(parameters).toEqual({ dual: true });
    expect(withThemeOf(parameters, DEFAULT_THEME)).toEqual(DEFAULT_THEME);
  });

  it('leaves a stored menu as it is when it says nothing', () => {
    const { parameters } = readAddress('?location_id=20');
    expect(withLayoutOf(parameters, DEFAULT_LAYOUT)).toEqual(DEFAULT_LAYOUT);
    expect(saysWhat(parameters)).toBe(false);
  });
});
