"""Questions to one run or many: errors, cycles, comparisons, experiments, and the SVM as a reference."""
