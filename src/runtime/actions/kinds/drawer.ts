import { layerAction } from '../layer.ts';

export const drawer = layerAction('drawer', '抽屉', 720);
