import { layerAction } from '../layer.ts';

export const dialog = layerAction('dialog', '对话框', 560);
