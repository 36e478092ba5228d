"""The window itself: composes the parts and binds its actions to them."""
