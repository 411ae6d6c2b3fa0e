// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A plain ERC-20 whose owner may mint, pause and blacklist. The owner is written into slot 0.
contract FixtureToken {
  string public constant name = 'Fixture Token';
  string public constant symbol = 'FIX';
  uint8 public constant decimals = 18;

  address public owner;
  bool public paused;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => bool) public blacklisted;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

  modifier onlyOwner() {
    require(msg.sender == owner, 'caller is not the owner');
    _;
  }

  function mint(address to, uint256 value) external onlyOwner {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function pause() external onlyOwner {
    paused = true;
  }

  function unpause() external onlyOwner {
    paused = false;
  }

  function blacklist(address account) external onlyOwner {
    blacklisted[account] = true;
  }

  function renounceOwnership() external onlyOwner {
    emit OwnershipTransferred(owner, address(0));
    owner = address(0);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    return move(msg.sender, to, value);
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    allowance[from][msg.sender] -= value;
    return move(from, to, value);
  }

  function move(address from, address to, uint256 value) private returns (bool) {
    require(!paused && !blacklisted[from] && !blacklisted[to], 'transfer not allowed');
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
    return true;
  }
}
