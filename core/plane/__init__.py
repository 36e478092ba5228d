"""Pictures on a plane, computed without a window: projections, fields, and counts in the cells of a grid."""
